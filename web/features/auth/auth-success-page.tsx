import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';
import { PAGES, SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { isTokenRejected, signIn, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { tokenOwnerQuery, useSwitchAccount } from './queries.ts';
import { clearReturnPath, readReturnPath } from './return-path.ts';
import { userIdFromToken } from './token.ts';

/**
 * The page to which third-party sign-in returns. The token is removed from the URL at once, so that the history
 * does not keep it.
 */
export function AuthSuccessPage() {
	const { status, hasToken } = useSession();
	const [query] = useSearchParams();
	const [token] = useState(query.get('token') ?? '');
	const userId = userIdFromToken(token);
	const [next] = useState(readReturnPath);

	useEffect(clearReturnPath, []);

	useEffect(() => {
		// During hydration the session is only the server's guess. The stored credentials decide.
		const isSignedOut = !hasToken && readCredentials() === undefined;
		if (userId !== undefined && isSignedOut) signIn(token, userId);
	}, [token, userId, hasToken]);

	if (userId === undefined) return <Navigate to={SIGNUP_AFTER_FAILURE} replace />;
	if (hasToken && readCredentials()?.token !== token) return <SwitchAccount token={token} />;
	if (status === 'signed-in') return <Navigate to={next} replace />;
	return <CompletingSignIn />;
}

/** Asks before switching the account, because anybody can send a link to this page with a token of their own. */
function SwitchAccount({ token }: { token: string }) {
	const { userId } = useSession();
	const { data: owner, error, refetch } = useQuery(tokenOwnerQuery(token));
	const switching = useSwitchAccount(token);
	const isSameAccount = owner !== undefined && owner.id === userId;
	const navigate = useNavigate();

	useEffect(() => {
		void navigate({ search: '' }, { replace: true });
	}, [navigate]);

	useEffect(() => {
		if (isSameAccount) signIn(token, owner.id);
	}, [isSameAccount, owner, token]);

	if (isTokenRejected(error)) return <Navigate to={PAGES.home} replace />;
	if (error && !owner) {
		const failed = REQUEST_ERRORS.failed.message;
		return (
			<ErrorState
				error={error}
				isPage
				message={errorMessageFor(error, failed, failed)}
				onRetry={() => void refetch()}
			/>
		);
	}
	if (!owner || isSameAccount) return <CompletingSignIn />;
	return (
		<AuthLayout
			title="Login"
			heading={`Log in as ${isolated(owner.userName)}?`}
			lead={`You are logged in with another account here. This one is ${owner.email ?? owner.phoneNumber}.`}
		>
			<div className="grid gap-2">
				<ButtonLink variant="main" to={PAGES.home} replace>
					Stay in my account
				</ButtonLink>
				<Button
					busy={switching.isPending}
					onClick={() => switching.mutate(owner.id)}
					className="wrap-anywhere"
				>
					Log in as <bdi>{owner.userName}</bdi>
				</Button>
			</div>
		</AuthLayout>
	);
}

function CompletingSignIn() {
	return (
		<div
			role="status"
			className="mx-auto flex min-h-[50vh] max-w-md items-center justify-center gap-3 px-4"
		>
			<Spinner className="size-6" />
			<PageHeading title="Login">{AUTH_MESSAGES.completing}</PageHeading>
		</div>
	);
}
