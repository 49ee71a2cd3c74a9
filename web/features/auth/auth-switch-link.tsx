import { useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { keepNextParam } from './next-path.ts';

interface AuthSwitchLinkProps {
	question: string;
	page: typeof PAGES.login | typeof PAGES.signup;
	label: string;
}

/**
 * A link between login and sign-up, as large as their main button, that keeps the page to return to. It replaces the history entry, so that Back leaves
 * both pages; on the forgot-password page it adds an entry.
 */
export function AuthSwitchLink({ question, page, label }: AuthSwitchLinkProps) {
	const { pathname, search } = useLocation();

	return (
		<div className="grid gap-2">
			<p className="text-center text-ink-soft">{question}</p>
			<ButtonLink
				to={{ pathname: page, search: keepNextParam(search) }}
				replace={pathname !== PAGES.forgotPassword}
			>
				{label}
			</ButtonLink>
		</div>
	);
}
