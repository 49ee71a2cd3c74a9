import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { encode } from 'uqr';
import * as z from 'zod/mini';
import {
	ADMINISTRATOR_MESSAGES,
	changeAdminPassword,
	passwordChange,
} from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import {
	ADMIN_ROLE_LABELS,
	confirmTwoStep,
	createRecoveryCodes,
	disableTwoStep,
	type OwnAdministrator,
	oneTimeCode,
	startTwoStepSetup,
} from '#contract/admin/session.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { enteredPassword } from '#contract/auth/schemas.ts';
import type { Parsed, RequiredAction } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { CONFIRMED_PASSWORD, Form, type FormField, NEW_PASSWORD } from '#web/admin/kit/form.tsx';
import { loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { profileQuery, refresh } from '#web/admin/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';

/** The white margin around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** A text as a QR code, dark on white in both themes, as scanners expect. */
function QrCode({ text, label }: { text: string; label: string }) {
	const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });

	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="size-52 max-w-full rounded-field border border-line"
		>
			<rect width={size} height={size} className="fill-white" />
			<path d={modulePath(data)} className="fill-on-accent" />
		</svg>
	);
}

/** An SVG path with one square for each dark module. */
function modulePath(rows: readonly (readonly boolean[])[]): string {
	return rows
		.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
		.join('');
}

/** What the second step of the setup shows. */
type TwoStepSetup = Parsed<(typeof startTwoStepSetup)['reply']>;

const PASSWORD: FormField = { name: 'currentPassword', label: 'Your password', kind: 'password' };
const CODE: FormField = { name: 'code', label: 'Code', kind: 'code' };

interface TwoStepProps {
	isOn: boolean;
	/** Recovery codes that are not used yet. */
	codesLeft: number;
}

/**
 * Two-step sign-in: set up with password, QR code and first code, after which the recovery codes are shown once; turned off
 * with password and code.
 */
function TwoStep({ isOn, codesLeft }: TwoStepProps) {
	const [setup, setSetup] = useState<TwoStepSetup>();
	const [change, setChange] = useState<TwoStepChange>();
	const [newCodes, setNewCodes] = useState<readonly string[]>([]);
	const heading = useRef<HTMLHeadingElement>(null);

	/** Closes the form. The focused element disappears with it, so the focus moves to the heading. */
	function close(codes: readonly string[] = []) {
		setSetup(undefined);
		setChange(undefined);
		setNewCodes(codes);
		heading.current?.focus();
	}

	return (
		<Section
			title="Two-step sign-in"
			headingRef={heading}
			lead="Besides your password you enter a code from an app on your phone, so a stolen password is not enough."
		>
			<p className="text-sm">
				<StatusLabel tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</StatusLabel>
			</p>
			{newCodes.length > 0 && <RecoveryCodes codes={newCodes} onKept={() => close()} />}
			{!isOn && !setup && newCodes.length === 0 && <StartTwoStepSetup onStarted={setSetup} />}
			{!isOn && setup && <ConfirmTwoStep setup={setup} onDone={close} onCancel={() => close()} />}
			{isOn && !change && newCodes.length === 0 && (
				<>
					<p className="text-sm">
						{`Recovery codes, which let you in without the phone: ${codesLeft} left.`}
					</p>
					<div className="flex flex-wrap gap-2">
						<Button onClick={() => setChange('renew codes')}>New recovery codes</Button>
						<Button onClick={() => setChange('turn off')}>Turn it off</Button>
					</div>
				</>
			)}
			{isOn && change && <ChangeTwoStep change={change} onDone={close} onCancel={() => close()} />}
		</Section>
	);
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
	return (
		<div role="status" className="grid justify-items-start gap-3 rounded-card bg-accent-wash p-4">
			<p className="text-sm font-semibold">
				Keep these recovery codes where you find them without your phone. Each lets you in once, in
				place of a code of the app. They are not shown again.
			</p>
			<ul
				aria-label="Recovery codes"
				className="grid gap-x-8 gap-y-1 select-all tablet:grid-cols-2"
			>
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<Button onClick={onKept}>I have kept them</Button>
		</div>
	);
}

const setupFields = z.object({ currentPassword: enteredPassword });

/**
 * First step of the setup of two-step sign-in: asks for the password, so that a stranger at an open browser cannot lock
 * the administrator out.
 */
function StartTwoStepSetup({ onStarted }: { onStarted: (setup: TwoStepSetup) => void }) {
	return (
		<Form
			schema={setupFields}
			send={(body) => callAdminApi(startTwoStepSetup, { body })}
			failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
			onDone={onStarted}
			fields={[PASSWORD]}
			submitLabel="Set up two-step sign-in"
			variant="plain"
			submitClass="justify-self-start"
		/>
	);
}

interface StepProps {
	onDone: (recoveryCodes: readonly string[]) => void;
	onCancel: () => void;
}

const codeFields = z.object({ code: oneTimeCode });

/**
 * Second step of the setup of two-step sign-in: shows the QR code for the authenticator app, and asks for the app's first
 * code. The code proves that the app works.
 */
function ConfirmTwoStep({ setup, onDone, onCancel }: StepProps & { setup: TwoStepSetup }) {
	const client = useQueryClient();

	return (
		<Form
			schema={codeFields}
			send={(body) => callAdminApi(confirmTwoStep, { body })}
			failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
			onDone={({ message, recoveryCodes }) => {
				toast(message);
				onDone(recoveryCodes);
				refresh(client, 'profile').catch(() => undefined);
			}}
			fields={[{ ...CODE, takesFocus: true }]}
			submitLabel="Turn it on"
			onCancel={onCancel}
		>
			<p role="status" className="text-sm">
				{setup.message}
			</p>
			<QrCode text={setup.uri} label="The secret as a picture for your authenticator app" />
			<p className="text-sm text-ink-soft">
				Or type it into the app:{' '}
				<code className="font-semibold text-ink wrap-anywhere select-all">
					{inGroupsOfFour(setup.secret)}
				</code>
			</p>
		</Form>
	);
}

/** Groups of four letters are easier to copy; apps ignore the spaces. */
function inGroupsOfFour(secret: string): string {
	return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

const provenFields = z.object({ currentPassword: enteredPassword, code: oneTimeCode });

type ProvenFields = z.infer<typeof provenFields>;

/** What can be changed about two-step sign-in by password and code. Each returns the recovery codes to show. */
const CHANGES = {
	/** The server refuses while the settings require two-step sign-in. */
	'turn off': {
		label: 'Turn it off',
		variant: 'danger',
		send: async (body: ProvenFields) => ({
			...(await callAdminApi(disableTwoStep, { body })),
			recoveryCodes: [],
		}),
	},
	'renew codes': {
		label: 'Make new recovery codes',
		variant: 'main',
		send: (body: ProvenFields) => callAdminApi(createRecoveryCodes, { body }),
	},
} as const;
type TwoStepChange = keyof typeof CHANGES;

/** Changes two-step sign-in, which needs the password and a code. */
function ChangeTwoStep({ change, onDone, onCancel }: StepProps & { change: TwoStepChange }) {
	const client = useQueryClient();
	const { label, variant, send } = CHANGES[change];

	return (
		<Form
			schema={provenFields}
			send={send}
			failureMessage={ADMINISTRATOR_MESSAGES.changeFailed}
			onDone={({ message, recoveryCodes }) => {
				toast(message);
				refresh(client, 'profile')
					.then(() => onDone(recoveryCodes))
					.catch(() => undefined);
			}}
			fields={[{ ...PASSWORD, takesFocus: true }, CODE]}
			submitLabel={label}
			variant={variant}
			onCancel={onCancel}
		/>
	);
}

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
