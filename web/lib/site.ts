/** Who this market belongs to: written into the page by the server. */
export const site = {
	name: written('site-name', 'Passdown'),
	college: written('college-name', 'your college'),
	supportEmail: written('support-email', 'support@campus.example'),
	address: written('campus-address', 'On campus'),
} as const;

function written(name: string, fallback: string): string {
	const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
	const content = meta?.content ?? '';
	const isFilled = content !== '' && !/^%\w+%$/.test(content);
	return isFilled ? content : fallback;
}
