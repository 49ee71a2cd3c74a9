/** A text of at most `most` characters, as people count them, with an ellipsis where something is left out. */
export function shorten(text: string, most: number): string {
	const characters = [...text];
	return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
