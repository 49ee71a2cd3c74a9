/**
 * A unique key for a photo in a list, which may contain the same photo twice. The same while its address is signed
 * anew.
 */
export function photoKey({ url }: { url: string }, index: number): string {
	return `${index} ${url.split('?', 1)}`;
}
