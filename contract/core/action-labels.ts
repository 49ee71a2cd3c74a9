/** Display text of an audit action: 'Item banned' for ITEM_BANNED, 'Attempt: ban item' for ATTEMPT_BAN_ITEM. */
export function actionLabel(action: string): string {
	const label = action
		.toLowerCase()
		.replace(/^attempt_/, 'attempt: ')
		.replaceAll('_', ' ');
	return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
}
