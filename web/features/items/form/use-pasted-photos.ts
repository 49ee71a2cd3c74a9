import { useEffect, useEffectEvent } from 'react';

/** Takes pictures from the clipboard, wherever on the page they are pasted. Words go to their field as ever. */
export function usePastedPhotos(onPaste: (files: File[]) => void): void {
	const take = useEffectEvent((event: ClipboardEvent) => {
		const { files, types } = event.clipboardData ?? {};
		if (!files || files.length === 0 || types?.includes('text/plain')) return;
		event.preventDefault();
		onPaste([...files]);
	});

	useEffect(() => {
		const handle = (event: ClipboardEvent) => take(event);
		window.addEventListener('paste', handle);
		return () => window.removeEventListener('paste', handle);
	}, []);
}
