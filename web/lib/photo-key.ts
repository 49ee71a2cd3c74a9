/** Tells a photo from all others of a list: the same one may be there twice. */
export function photoKey({ url }: { url: string }, index: number): string {
	return `${index} ${url}`;
}
