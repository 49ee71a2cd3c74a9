import { useEffect } from 'react';
import { formatBadgeCount } from './unread.ts';

/**
 * Puts '(3) ' before the document's title, whatever page it is of.
 * @param unread everything that is new: chats and notifications
 */
export function useUnreadTitle(unread: number): void {
	useEffect(() => {
		const title = document.querySelector('title');
		if (unread === 0 || !title) return;
		const mark = `(${formatBadgeCount(unread)}) `;
		const show = () => {
			if (!document.title.startsWith(mark)) document.title = mark + document.title;
		};
		show();
		// Each page titles the document by itself.
		const observer = new MutationObserver(show);
		observer.observe(title, { childList: true });
		return () => {
			observer.disconnect();
			if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
		};
	}, [unread]);
}
