/** A unique key for a photo in a list, which may contain the same photo twice. */
export function photoKey({ url }: { url: string }, index: number): string {
	return `${index} ${url}`;
}
