/** A text of at most `most` characters, as people count them, with an ellipsis where something is left out. */
export function truncate(text: string, maxLength: number): string {
	const characters = [...text];
	return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}
