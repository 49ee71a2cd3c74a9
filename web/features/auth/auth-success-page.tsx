import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { SIGNUP_AFTER_FAILURE } from '#contract/pages.ts';
import { signIn, useSession } from '#web/lib/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { userIdIn } from './token.ts';
import { forgetWayBack, wayBack } from './way-back.ts';

/** Where third-party sign-in lands. It replaces its own history entry: the token must not stay in an address. */
export function AuthSuccessPage() {
	const session = useSession();
	const [query] = useSearchParams();
	const token = query.get('token') ?? '';
	const userId = userIdIn(token);
	const [next] = useState(wayBack);

	useEffect(forgetWayBack, []);

	useEffect(() => {
		if (userId !== undefined) signIn(token, userId);
	}, [token, userId]);

	if (userId === undefined) return <Navigate to={SIGNUP_AFTER_FAILURE} replace />;
	if (session.status === 'signed-in') return <Navigate to={next} replace />;
	return (
		<div
			role="status"
			className="mx-auto flex min-h-[50vh] max-w-md items-center justify-center gap-3 px-4"
		>
			<Spinner className="size-6" />
			<PageHeading title="Login" className="text-xl">
				{AUTH_MESSAGES.completing}
			</PageHeading>
		</div>
	);
}
