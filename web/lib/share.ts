interface Shared {
	title: string;
	/** Absolute, or relative to this site. */
	url: string;
}

/**
 * Opens the system's share sheet, else copies the address to the clipboard. Must be called from a press, as browsers
 * require.
 * @returns the outcome, for the screen to show
 */
export async function shareItem({
	title,
	url,
}: Shared): Promise<'shared' | 'copied' | 'cancelled' | 'failed'> {
	const address = new URL(url, window.location.href).href;
	if (navigator.share) {
		try {
			await navigator.share({ title, url: address });
			return 'shared';
		} catch (error) {
			if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
		}
	}
	try {
		await navigator.clipboard.writeText(address);
		return 'copied';
	} catch {
		return 'failed';
	}
}
