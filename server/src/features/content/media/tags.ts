/** The responses that show an asset or its bytes. */
export const assetTag = (id: string) => `asset:${id}`;
