import { useQuery } from '@tanstack/react-query';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { ADMIN_ROLE_LABELS, type OwnAdministrator } from '#contract/admin/session.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasswordForm } from './password-form.tsx';
import { TwoStep } from './two-step.tsx';

const REQUIRED_ACTION_MESSAGES: Record<RequiredAction, string> = {
	'change password': ADMIN_SESSION_ERRORS.mustChangePassword.message,
	'set up two-step': ADMIN_SESSION_ERRORS.twoStepSetupRequired.message,
};

/**
 * What the administrator must do before anything else; undefined if nothing. A page with a required action shows only
 * the form for that action.
 */
function requiredActionOf(profile: OwnAdministrator): RequiredAction | undefined {
	if (profile.mustChangePassword) return 'change password';
	return profile.mustSetUpTwoStep ? 'set up two-step' : undefined;
}

/** The administrator's own account: identity, password and two-step sign-in. */
export function AccountPage() {
	const { data: profile, error, refetch } = useQuery(profileQuery());
	const requiredAction = profile && requiredActionOf(profile);

	if (!profile && error) {
		const message = loadErrorMessage(error, REQUEST_ERRORS.failed.message);
		return <ErrorState isPage error={error} message={message} onRetry={() => void refetch()} />;
	}
	return (
		<>
			<PageHeading size="text-2xl" className="pb-5">
				{ADMIN_PAGE_TABLE.account.label}
			</PageHeading>
			{profile ? (
				<>
					{requiredAction && (
						<p role="status" className="mb-5 rounded-card bg-accent-wash p-4 text-sm font-semibold">
							{REQUIRED_ACTION_MESSAGES[requiredAction]}
						</p>
					)}
					<Section title="Who you are">
						<dl className="flex flex-wrap gap-x-10 gap-y-4">
							<Detail label="Username">{profile.username}</Detail>
							<Detail label="Email">{profile.email}</Detail>
							<Detail label="Role">{ADMIN_ROLE_LABELS[profile.roleLevel]}</Detail>
						</dl>
					</Section>
					{requiredAction !== 'change password' && (
						<TwoStep isOn={profile.hasTwoStep} codesLeft={profile.recoveryCodesLeft} />
					)}
					{requiredAction !== 'set up two-step' && (
						<Section title="Password" lead="A new password ends your other sessions.">
							<PasswordForm email={profile.email} />
						</Section>
					)}
				</>
			) : (
				<Skeleton className="h-96" />
			)}
		</>
	);
}
