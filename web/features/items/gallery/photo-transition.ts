/** By this name a card's picture is the first one of its item's page. */
export function photoTransition(itemId: number): string {
	return `photo-${itemId}`;
}
