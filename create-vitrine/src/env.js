/** The settings of both programs. */
export function envText({ ports, apiKey, revalidateSecret }) {
  return `# The storefront: where Vitrine is, and where visitors find the storefront.
VITRINE_URL=http://localhost:${ports.vitrine}
VITRINE_API_KEY=${apiKey}
SITE_URL=http://localhost:${ports.storefront}
# Whoever knows it may POST to /api/revalidate.
REVALIDATE_SECRET=${revalidateSecret}

# Vitrine on this machine. It keeps everything in ./data.
PORT=${ports.vitrine}
SANDBOX_PORT=${ports.sandbox}
`;
}
