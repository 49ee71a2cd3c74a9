import { loginPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Link } from '#web/ui/link.tsx';

/** Why a submit failed, with a link to the login page if the session has ended. */
export function SubmitAlert({ message, pathname }: { message: string; pathname: string }) {
	const { hasToken } = useSession();
	return (
		<div>
			<FormAlert>{message}</FormAlert>
			{!hasToken && (
				<Link
					to={loginPath(pathname)}
					className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
				>
					Login
				</Link>
			)}
		</div>
	);
}
