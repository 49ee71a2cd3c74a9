import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Account } from '#contract/accounts/schemas.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { BlockedPeople } from '#web/features/chat/blocks/blocked-people.tsx';
import { NotificationPreferences } from '#web/features/notifications/preferences.tsx';
import { StudiesSection } from '#web/features/studies/studies-section.tsx';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { personPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountIndex } from './account-index.tsx';
import { accountQuery } from './account-query.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { useLinkOutcome } from './link-outcome.ts';
import { LinkedAccounts } from './linked-accounts.tsx';
import { MyData } from './my-data.tsx';
import { PasswordForm } from './password-form.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { VerifiedBadgeSection } from './verified-badge-section.tsx';

/** The page on which users change their account, and download or delete their data. */
export function AccountPage() {
	const { data: account, error, refetch } = useQuery(accountQuery());

	if (!account && error) {
		return (
			<ErrorState
				isPage
				error={error}
				message={formErrorMessage(error)}
				onRetry={() => void refetch()}
			>
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<div className="wrap py-8">
			<div className="flex flex-wrap items-center justify-between gap-3 pb-6">
				<PageHeading title={PAGE_TABLE.account.label}>Your account</PageHeading>
				{account && <ButtonLink to={personPath(account.id)}>See my public page</ButtonLink>}
			</div>
			{account ? <Sections account={account} /> : <AccountSkeleton />}
		</div>
	);
}

function Sections({ account }: { account: Account }) {
	const outcome = useLinkOutcome();
	useScrollToHash();

	return (
		<>
			<AccountIndex account={account} />
			<AccountDetails account={account} />
			<VerifiedBadgeSection account={account} />
			<StudiesSection />
			<Section
				title="Password"
				anchor="password"
				lead={
					account.hasPassword
						? 'A new password signs all your other devices out.'
						: 'You have no password yet. With one you can also log in with your email address.'
				}
			>
				<PasswordForm account={account} />
			</Section>
			<LinkedAccounts account={account} outcome={outcome} />
			<NotificationPreferences />
			<Devices />
			<BlockedPeople />
			<MyData />
			<DeleteAccount account={account} />
			<ReauthenticationDialog account={account} />
		</>
	);
}

/**
 * Scrolls to the section named in the URL, and focuses its heading. The browser cannot do so, because the sections
 * appear only after the account has loaded.
 */
function useScrollToHash() {
	const { hash } = useLocation();

	useEffect(() => {
		const heading = hash ? document.getElementById(hash.slice(1)) : null;
		heading?.scrollIntoView();
		heading?.focus({ preventScroll: true });
	}, [hash]);
}

function AccountSkeleton() {
	return (
		<div role="status" className="grid gap-8 border-t border-line pt-7">
			<span className="sr-only">Loading your account…</span>
			<Skeleton className="h-32 max-w-[32rem] wide:ml-[20.5rem]" />
			<Skeleton className="h-40 max-w-[32rem] wide:ml-[20.5rem]" />
			<Skeleton className="h-40 max-w-[32rem] wide:ml-[20.5rem]" />
		</div>
	);
}
