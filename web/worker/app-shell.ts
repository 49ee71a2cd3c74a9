/** The addresses of the embedded answers that every page needs begin with this; the others belong to the home page. */
const SHARED_ADDRESS_START = '/api/catalogue';

const EMBEDDED_ANSWERS = /(?<=<script[^>]* id="first-answers"[^>]*>)[^<]*/;

/**
 * The home page as the shell of another page, without its items: they may be weeks old, and would count as fresh once the
 * home page is opened.
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
	// Escaped as the server does it: the text stands in a script element.
	return JSON.stringify(Object.fromEntries(shared)).replaceAll('<', '\\u003c');
}
