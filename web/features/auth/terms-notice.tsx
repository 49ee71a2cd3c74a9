import { type ReactNode, useId } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { Link } from '#web/ui/link.tsx';

/**
 * 'By signing up you agree to the rules and the privacy policy.' Both links open in a new tab, so that the form keeps
 * its text.
 * @param props.children how the sentence begins
 */
export function TermsNotice({ children }: { children: ReactNode }) {
	const hintId = useId();
	return (
		<p className="text-sm text-ink-soft">
			{children} to the{' '}
			<NewTabLink to={PAGES.rules} hintId={hintId}>
				rules
			</NewTabLink>{' '}
			and the{' '}
			<NewTabLink to={PAGES.privacy} hintId={hintId}>
				privacy policy
			</NewTabLink>
			.
			<span id={hintId} hidden>
				Opens in a new tab
			</span>
		</p>
	);
}

interface NewTabLinkProps {
	to: string;
	/** Id of the hidden hint that describes the link. */
	hintId: string;
	children: ReactNode;
}

function NewTabLink({ to, hintId, children }: NewTabLinkProps) {
	return (
		<Link
			to={to}
			target="_blank"
			aria-describedby={hintId}
			className="-my-3 inline-block py-3 font-semibold text-link underline underline-offset-4"
		>
			{children}
		</Link>
	);
}
