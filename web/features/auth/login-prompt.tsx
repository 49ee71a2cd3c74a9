import { LogIn } from 'lucide-react';
import { loginPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { loginPurpose } from './login-purpose.ts';

/**
 * A login link on the home page, for a visitor redirected there from a page that needs a session. After the login,
 * the visitor returns to that page.
 */
export function LoginPrompt({ requestedPath }: { requestedPath: string }) {
	return (
		<Link
			to={loginPath(requestedPath)}
			className="inline-flex min-h-11 items-center gap-2 font-semibold text-link underline underline-offset-4"
		>
			<LogIn aria-hidden="true" className="size-5 shrink-0" />
			<span>{`Log in to ${loginPurpose(requestedPath) ?? 'go on'}`}</span>
		</Link>
	);
}
