interface ShareContent {
	title: string;
	/** Absolute, or of this site. */
	url: string;
}

/**
 * Offers a page to other apps where the device can do that, else puts its address on the clipboard. Call it from a press:
 * browsers allow it only then.
 * @returns what came of it, for the screen to say
 */
export async function shareItem({
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
