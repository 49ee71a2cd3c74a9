/** The view-transition name that connects a card's picture with the first photo of the item's page. */
export function photoTransition(itemId: number): string {
	return `photo-${itemId}`;
}
