/**
 * The beginning of the URLs whose responses are embedded in every page. Other embedded responses are the home page's.
 */
const SHARED_ADDRESS_START = '/api/catalogue';

const EMBEDDED_ANSWERS = /(?<=<script[^>]* id="first-answers"[^>]*>)[^<]*/;

/**
 * Turns the cached home page into a shell for any page: removes the home page's API responses that are embedded in it.
 * They may be weeks old, and would count as fresh if the user then opened the home page.
 */
export async function withoutHomeAnswers(shell: Response): Promise<Response> {
	const html = await shell.text();
	const { status, headers } = shell;
	return new Response(html.replace(EMBEDDED_ANSWERS, keepShared), { status, headers });
}

function keepShared(json: string): string {
	const answers: Record<string, unknown> = JSON.parse(json);
	const shared = Object.entries(answers).filter(([address]) =>
		address.startsWith(SHARED_ADDRESS_START),
	);
	// Escaped as on the server, because the text is in a script element.
	return JSON.stringify(Object.fromEntries(shared)).replaceAll('<', '\\u003c');
}
