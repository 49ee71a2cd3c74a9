import { useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { Link } from '#web/ui/link.tsx';
import { keepNextParam } from './next-path.ts';

interface AuthSwitchLinkProps {
	question: string;
	page: typeof PAGES.login | typeof PAGES.signup;
	label: string;
}

/**
 * A link between login and sign-up that keeps the page to return to. It replaces the history entry, so that Back leaves
 * both pages; on the forgot-password page it adds an entry.
 */
export function AuthSwitchLink({ question, page, label }: AuthSwitchLinkProps) {
	const { pathname, search } = useLocation();

	return (
		<p className="text-center text-ink-soft">
			{question}{' '}
			<Link
				to={{ pathname: page, search: keepNextParam(search) }}
				replace={pathname !== PAGES.forgotPassword}
				className="inline-flex min-h-11 items-center px-1 font-semibold text-link underline underline-offset-4"
			>
				{label}
			</Link>
		</p>
	);
}
