interface ShareContent {
	title: string;
	/** Absolute, or relative to this site. */
	url: string;
}

/**
 * Opens the system's share sheet. If that is impossible, copies the address to the clipboard. Browsers allow both only
 * in the handler of a press.
 * @returns the outcome, for the screen to show
 */
export async function shareLink({
	title,
	url,
}: ShareContent): Promise<'shared' | 'copied' | 'cancelled' | 'failed'> {
	const absoluteUrl = new URL(url, window.location.href).href;
	if (navigator.share) {
		try {
			await navigator.share({ title, url: absoluteUrl });
			return 'shared';
		} catch (error) {
			if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
		}
	}
	try {
		await navigator.clipboard.writeText(absoluteUrl);
		return 'copied';
	} catch {
		return 'failed';
	}
}
