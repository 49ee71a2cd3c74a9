/**
 * A unique key for a photo in a list, which may contain the same photo twice. Does not change when the URL gets a new
 * signature.
 */
export function photoKey({ url }: { url: string }, index: number): string {
	return `${index} ${url.split('?', 1)}`;
}
