import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { LINK_OUTCOMES, type LinkOutcome } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { toast } from '#web/ui/toast.ts';

export const LINK_OUTCOME_TEXTS: Record<LinkOutcome, string> = {
	linked: 'Google is linked. You can log in with it from now on.',
	taken: 'That Google account belongs to another account here already.',
	failed: AUTH_ERRORS.thirdPartyFailed.message,
};

/**
 * The result of linking an account, from the URL. It is removed from the URL at once, so that a reload does not show it
 * again. A success is shown here, as a toast; `LinkedAccounts` shows the other results.
 */
export function useLinkOutcome(): LinkOutcome | undefined {
	const [search, setSearch] = useSearchParams();
	const outcomeInUrl = LINK_OUTCOMES.find((outcome) => outcome === search.get('link'));
	const [outcome] = useState(outcomeInUrl);

	useEffect(() => {
		if (outcomeInUrl === undefined) return;
		if (outcomeInUrl === 'linked') toast(LINK_OUTCOME_TEXTS.linked);
		setSearch({}, { replace: true });
	}, [outcomeInUrl, setSearch]);

	return outcome;
}
