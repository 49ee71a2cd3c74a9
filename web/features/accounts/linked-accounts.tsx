import { useEffect, useRef } from 'react';
import type { LinkOutcome } from '#contract/accounts/facts.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { GoogleMark } from '#web/features/auth/google-button.tsx';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { formatDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { LINK_OUTCOME_TEXTS } from './link-outcome.ts';
import { useLinkProvider, useUnlinkProvider } from './queries.ts';

interface LinkedAccountsProps {
	account: Account;
	/** The result, when the user has just returned from the provider. */
	outcome: LinkOutcome | undefined;
}

/** The sign-in providers linked to this account. */
export function LinkedAccounts({ account, outcome }: LinkedAccountsProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const link = useLinkProvider();
	const unlink = useUnlinkProvider();
	const failure = link.error ?? unlink.error;
	const { providers } = account;

	// Returning from the provider loads a new page: the focus goes back to this section.
	useEffect(() => {
		if (outcome) heading.current?.focus();
	}, [outcome]);

	if (!canUseGoogle(account)) return null;
	return (
		<Section
			title="Login with Google"
			anchor="google"
			headingRef={heading}
			lead="Link your Google account to log in without a password."
		>
			{outcome && outcome !== 'linked' && <FormAlert>{LINK_OUTCOME_TEXTS[outcome]}</FormAlert>}
			{providers.map(({ provider, name, linkedAt }) => (
				<div key={linkedAt} className="flex flex-wrap items-center gap-x-3 gap-y-2">
					<p className="min-w-0 flex-1 basis-40">
						<span className="font-semibold">
							<EmailText address={name} />
						</span>
						<span className="block text-xs text-ink-soft">Linked {formatDay(linkedAt)}</span>
					</p>
					<Button
						size="small"
						busy={unlink.isPending && unlink.variables === provider}
						onClick={() => unlink.mutate(provider, { onSuccess: () => heading.current?.focus() })}
						aria-label={`Unlink ${name}`}
					>
						Unlink
					</Button>
				</div>
			))}
			{providers.length === 0 && (
				<Button
					// After success, the browser is leaving for the provider.
					busy={link.isPending || link.isSuccess}
					onClick={() => link.mutate()}
					className="justify-self-start"
				>
					<GoogleMark />
					Link Google
				</Button>
			)}
			{failure && <FormAlert>{formErrorMessage(failure)}</FormAlert>}
		</Section>
	);
}

/** Whether the user can link a Google account, or has linked one. */
export function canUseGoogle({ canLink, providers }: Account): boolean {
	return canLink || providers.length > 0;
}
