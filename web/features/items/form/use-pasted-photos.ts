import { useEffect, useEffectEvent } from 'react';

/** Accepts pictures pasted anywhere on the page. Pasted text goes to its field as usual. */
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
