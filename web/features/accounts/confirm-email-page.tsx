import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { confirmEmail } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { ExpiredLink } from '#web/features/auth/expired-link.tsx';
import { confirmEmailQuery } from '#web/features/auth/queries.ts';
import { forgetMailedToken, useMailedToken } from '#web/features/auth/use-mailed-token.ts';
import { errorMessageFor, isRefusal } from '#web/lib/api/api-error.ts';
import { loginPath } from '#web/lib/paths.ts';
import { checkStoredSession, useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingIndicator } from '#web/ui/loading-indicator.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { accountQuery } from './account-query.ts';

const TITLE = 'Confirm your email address';

/** The target of the mailed confirmation link. For a signed-in user, opening it confirms the address. */
export function ConfirmEmailPage() {
	const { token } = useMailedToken();
	const client = useQueryClient();
	const confirming = useQuery({ ...confirmEmailQuery(token), enabled: token !== '' });
	const { error } = confirming;
	const isRejected = isTokenRejected(error);
	const earlier = useEarlierConfirmation(token === '' || isRejected);
	const confirmed = confirming.data ?? earlier.confirmed;
	const isConfirmed = confirmed !== undefined;

	useEffect(() => {
		if (isConfirmed || isRejected) forgetMailedToken();
	}, [isConfirmed, isRejected]);

	// Refetches the data that still contains the unconfirmed address. After an earlier confirmation, the account is up to
	// date: `useEarlierConfirmation` has just fetched it.
	const isConfirmedNow = confirming.data !== undefined;
	useEffect(() => {
		if (!isConfirmed) return;
		const outdated = isConfirmedNow
			? (['account', 'notifications'] as const)
			: (['notifications'] as const);
		for (const subject of outdated)
			client.invalidateQueries({ queryKey: [subject] }).catch(() => undefined);
		checkStoredSession().catch(() => undefined);
	}, [isConfirmed, isConfirmedNow, client]);

	if (confirmed) return <Confirmed {...confirmed} />;
	if (isWrongAccount(error)) {
		// A refusal has the server's message, so no other is needed.
		const message = errorMessageFor(error, '', '');
		return (
			<AuthLayout title={TITLE} focusKey={`${TITLE}: log in`} heading="Log in first" lead={message}>
				<NextSteps login={`${loginPath(PAGES.confirmEmail)}#token=${token}`} />
			</AuthLayout>
		);
	}
	if (earlier.isLoading) return <Confirming />;
	if (token === '' || isRejected) {
		// Without a token there is no error: for an empty reason, `ExpiredLink` shows a text of its own.
		return (
			<ExpiredLink title={TITLE} reason={errorMessageFor(error, '', '')}>
				<NextSteps />
			</ExpiredLink>
		);
	}
	if (error) {
		return (
			<ErrorState
				error={error}
				isPage
				message={errorMessageFor(
					error,
					REQUEST_ERRORS.failed.message,
					REQUEST_ERRORS.failed.message,
				)}
				onRetry={() => void confirming.refetch()}
			/>
		);
	}
	return <Confirming />;
}

function Confirming() {
	return <LoadingIndicator label="Confirming your email address…" />;
}

type Confirmation = Pick<Parsed<(typeof confirmEmail)['reply']>, 'email' | 'isVerified'>;

/**
 * Finds out whether the address of the signed-in user is confirmed already. Enabled when the server refuses the link's
 * token, or when the page has no token, because a used token is deleted. In both cases an earlier request may have
 * confirmed the address, and its answer may have been lost.
 */
function useEarlierConfirmation(isEnabled: boolean): {
	isLoading: boolean;
	confirmed: Confirmation | undefined;
} {
	const { hasToken } = useSession();
	const { data: account, isLoading } = useQuery({
		...accountQuery(),
		enabled: isEnabled && hasToken,
	});
	const isConfirmed = isEnabled && account?.emailConfirmed && account.pendingEmail === null;
	if (!isConfirmed) return { isLoading, confirmed: undefined };
	return { isLoading, confirmed: { email: account.email ?? '', isVerified: account.isVerified } };
}

function Confirmed({
	email,
	isVerified,
}: Pick<Parsed<(typeof confirmEmail)['reply']>, 'email' | 'isVerified'>) {
	return (
		<AuthLayout
			title={TITLE}
			focusKey={`${TITLE}: done`}
			heading="Thank you"
			lead={RECOVERY_MESSAGES.emailConfirmed}
		>
			<p className="font-semibold">
				<EmailText address={email} />
			</p>
			{isVerified && (
				<p>
					<VerifiedBadge /> Your name now shows the badge of this college’s students.
				</p>
			)}
			<NextSteps />
		</AuthLayout>
	);
}

/** @param login the path of the login page for a visitor, with the page to return to */
function NextSteps({ login = PAGES.login }: { login?: string }) {
	const { hasToken } = useSession();
	return (
		<div className="grid gap-2">
			<ButtonLink variant="main" to={hasToken ? PAGES.account : login}>
				{hasToken ? 'Go to your account' : 'Login'}
			</ButtonLink>
			<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
		</div>
	);
}

/** The token is valid, but a visitor or another account opened the link. */
function isWrongAccount(error: Error | null): boolean {
	return isRefusal(error) && (error.status === 401 || error.status === 403);
}

/**
 * The server rejects the token permanently, so a retry would not help. 401 and 403 mean a visitor or another account,
 * and after 408 and 429 a retry may succeed.
 */
function isTokenRejected(error: Error | null): boolean {
	return isRefusal(error) && error.status >= 400 && ![401, 403, 408, 429].includes(error.status);
}
