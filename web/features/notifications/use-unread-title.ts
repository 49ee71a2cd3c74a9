import { useEffect } from 'react';
import { formatBadgeCount } from './unread.ts';

/**
 * Prefixes the document's title with the count, like '(3) '.
 * @param unread the sum of unread chats and notifications
 */
export function useUnreadTitle(unread: number): void {
	useEffect(() => {
		const title = document.querySelector('title');
		if (unread === 0 || !title) return;
		const prefix = `(${formatBadgeCount(unread)}) `;
		const addPrefix = () => {
			if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
		};
		addPrefix();
		// Each page sets the title itself, which removes the prefix.
		const observer = new MutationObserver(addPrefix);
		observer.observe(title, { childList: true });
		return () => {
			observer.disconnect();
			if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
		};
	}, [unread]);
}
