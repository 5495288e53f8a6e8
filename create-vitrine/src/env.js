/** The settings of both programs. */
export function envText({ ports, apiKey, revalidateSecret }) {
  return `# The storefront: where Vitrine is, and where visitors find the storefront.
VITRINE_URL=http://localhost:${ports.vitrine}
VITRINE_API_KEY=${apiKey}
SITE_URL=http://localhost:${ports.storefront}
# Whoever knows it may POST to /api/revalidate. A webhook with this address signs with a secret of its own.
REVALIDATE_SECRET=${revalidateSecret}
WEBHOOK_SECRET=
# Who may show the storefront in a frame: the studio, if it is not at VITRINE_URL. "none": nobody.
STUDIO_URL=

# Vitrine on this machine. It keeps everything in ./data.
PORT=${ports.vitrine}
SANDBOX_PORT=${ports.sandbox}
`;
}
