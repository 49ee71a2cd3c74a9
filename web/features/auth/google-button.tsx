import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { site } from '#web/lib/site.ts';
import { Button } from '#web/ui/button.tsx';
import { OrDivider } from './auth-layout.tsx';
import { nextPath } from './next-path.ts';
import { saveReturnPath } from './return-path.ts';

/**
 * The Google button, if the server has Google sign-in configured. In the demo without it, the button is disabled and says
 * how to configure it.
 * @param props.children a note below the button
 */
export function GoogleSignIn({ label, children }: { label: string; children?: ReactNode }) {
	if (site.googleSignIn === 'off') return null;
	const note = site.googleSignIn === 'on' ? children : AUTH_MESSAGES.googleInDemo;
	return (
		<>
			<OrDivider />
			<GoogleButton label={label} />
			{note && <div className="mt-3 text-sm wrap-anywhere text-ink-soft">{note}</div>}
		</>
	);
}

/**
 * Stores the page to return to and navigates to the sign-in provider. Not a form, because the `form-action` of the
 * content security policy would block the redirect to another site.
 */
function GoogleButton({ label }: { label: string }) {
	const { search, hash } = useLocation();

	function handleClick() {
		saveReturnPath(`${nextPath(search)}${hash}`);
		window.location.assign(`/api${startThirdPartySignIn.path}`);
	}

	return (
		<Button className="w-full" disabled={site.googleSignIn !== 'on'} onClick={handleClick}>
			<GoogleMark />
			{label}
		</Button>
	);
}

/** Google's logo. */
export function GoogleMark() {
	return (
		<svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
			<path
				fill="#4285F4"
				d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
			/>
			<path
				fill="#34A853"
				d="M24 46c6 0 11-2 14.6-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.5 2.1-5.7 0-10.6-3.9-12.3-9.1H4.3v5.7A22 22 0 0 0 24 46Z"
			/>
			<path
				fill="#FBBC05"
				d="M11.7 28.1a13.2 13.2 0 0 1 0-8.4V14H4.3a22 22 0 0 0 0 19.8l7.4-5.7Z"
			/>
			<path
				fill="#EA4335"
				d="M24 10.6c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A22 22 0 0 0 4.3 14l7.4 5.7c1.7-5.2 6.6-9.1 12.3-9.1Z"
			/>
		</svg>
	);
}
