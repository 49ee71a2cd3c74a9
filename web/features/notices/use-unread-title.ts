import { useEffect } from 'react';

/** Puts '(3) ' before the document's title, whatever page it is of. */
export function useUnreadTitle(unread: string): void {
	useEffect(() => {
		const title = document.querySelector('title');
		if (unread === '' || !title) return;
		const mark = `(${unread}) `;
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
