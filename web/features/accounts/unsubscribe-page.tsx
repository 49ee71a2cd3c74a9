import { useEffect } from 'react';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KIND_LABELS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { ExpiredLink } from '#web/features/auth/expired-link.tsx';
import { forgetMailedToken, useMailedToken } from '#web/features/auth/use-mailed-token.ts';
import { useUnsubscribe } from '#web/features/notifications/preference-queries.ts';
import { PREFERENCES_ANCHOR } from '#web/features/notifications/preferences-anchor.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';

const TITLE = 'Unsubscribe';

/**
 * The target of the unsubscribe link in mails, signed in or not. Its button unsubscribes, because mail scanners open the
 * links of mails.
 */
export function UnsubscribePage() {
	const { token } = useMailedToken();
	const unsubscribing = useUnsubscribe(token);
	const { data: result, error } = unsubscribing;
	const isExpired = isRefusal(error) && error.status === 400;
	const isUsed = result !== undefined || isExpired;

	// Reloaded or restored later, this page must not unsubscribe a user who has subscribed again.
	useEffect(() => {
		if (isUsed) forgetMailedToken();
	}, [isUsed]);

	if (result) {
		return (
			<AuthLayout title={TITLE} focusKey={`${TITLE}: done`} heading="Done" lead={result.message}>
				<p className="font-semibold wrap-anywhere">
					{result.searchName ?? NOTIFICATION_KIND_LABELS[result.kind]}
				</p>
				{result.searchName ? <SearchSteps /> : <NextSteps />}
			</AuthLayout>
		);
	}
	if (token === '' || isExpired) {
		return (
			<ExpiredLink title={TITLE} reason={NOTIFICATION_ERRORS.linkExpired.message}>
				<NextSteps />
			</ExpiredLink>
		);
	}
	return (
		<AuthLayout title={TITLE} heading={TITLE} lead={NOTIFICATION_MESSAGES.unsubscribeQuestion}>
			{error && <FormAlert>{formErrorMessage(error)}</FormAlert>}
			<Button variant="main" busy={unsubscribing.isPending} onClick={() => unsubscribing.mutate()}>
				<span>{TITLE}</span>
			</Button>
		</AuthLayout>
	);
}

/** The links replace this page in the history: Back to it would only show an expired link. */
function SearchSteps() {
	const { hasToken } = useSession();
	return (
		<div className="grid gap-2">
			<ButtonLink variant="main" to={actionPath(PAGES.searches, hasToken)} replace>
				{PAGE_TABLE.searches.label}
			</ButtonLink>
			<ButtonLink to={PAGES.home} replace>
				Go Home
			</ButtonLink>
		</div>
	);
}

/** The links replace this page in the history, as in `SearchSteps`. */
function NextSteps() {
	const { hasToken } = useSession();
	return (
		<div className="grid gap-2">
			<ButtonLink
				variant="main"
				to={actionPath(`${PAGES.account}#${PREFERENCES_ANCHOR}`, hasToken)}
				replace
			>
				Notification settings
			</ButtonLink>
			<ButtonLink to={PAGES.home} replace>
				Go Home
			</ButtonLink>
		</div>
	);
}
