import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	passwordChange,
} from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { ADMIN_ROLE_LABELS, type OwnAdministrator } from '#contract/admin/session.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import type { RequiredAction } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { CONFIRMED_PASSWORD, Form, NEW_PASSWORD } from '#web/admin/kit/form.tsx';
import { loadErrorMessage } from '#web/admin/kit/load-error-message.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery, refresh } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
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

const passwordFields = z.extend(passwordChange, { confirmPassword: z.string() }).check(
	z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
		error: PERSON_ERRORS.passwordsDiffer.message,
		path: ['confirmPassword'],
	}),
);

/** Changes the administrator's own password. `email` tells password managers which account the password is for. */
function PasswordForm({ email }: { email: string }) {
	const client = useQueryClient();

	return (
		<Form
			schema={passwordFields}
			send={({ currentPassword, newPassword }) =>
				callAdminApi(changeAdminPassword, { body: { currentPassword, newPassword } })
			}
			failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
			onDone={({ message }, form) => {
				form?.reset();
				toast(message);
				// Changing the password may have been the required action.
				refresh(client, 'profile').catch(() => undefined);
			}}
			fields={[
				{ name: 'currentPassword', label: 'Current password', kind: 'password' },
				NEW_PASSWORD,
				CONFIRMED_PASSWORD,
			]}
			submitLabel="Change password"
			variant="plain"
			submitClass="justify-self-start"
		>
			<input type="text" autoComplete="username" value={email} readOnly hidden />
		</Form>
	);
}
