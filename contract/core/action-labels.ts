/** An action of the log as people read it: 'Item banned' for ITEM_BANNED, 'Attempt: ban item' for ATTEMPT_BAN_ITEM. */
export function actionWords(action: string): string {
	const words = action
		.toLowerCase()
		.replace(/^attempt_/, 'attempt: ')
		.replaceAll('_', ' ');
	return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
