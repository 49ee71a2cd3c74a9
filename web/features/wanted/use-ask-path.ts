import { useSearchParams } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ASK_PARAM, ASKED_CATEGORY_PARAM } from '#web/lib/wanted-paths.ts';

/**
 * The path of the page of wanted posts with its current tab and filters, and with the empty form to ask for something
 * open.
 */
export function useAskPath(): string {
	const [search] = useSearchParams();
	const query = withoutAskParams(search);
	// An empty title opens the empty form.
	query.set(ASK_PARAM, '');
	return `${PAGES.wanted}?${query}`;
}

/** A copy of the query without the parameters that open and prefill the form to ask for something. */
export function withoutAskParams(search: URLSearchParams): URLSearchParams {
	const rest = new URLSearchParams(search);
	rest.delete(ASK_PARAM);
	rest.delete(ASKED_CATEGORY_PARAM);
	return rest;
}
