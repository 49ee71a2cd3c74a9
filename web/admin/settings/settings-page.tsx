import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { loadErrorMessage } from '#web/admin/kit/query-content.tsx';
import { UnsavedGuard } from '#web/admin/kit/unsaved-guard.tsx';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Administrators } from './administrators.tsx';
import { type Settings, settingsQuery } from './queries.ts';
import { type SettingsDraft, SettingsPart, useSettingsDraft } from './settings-part.tsx';

interface SwitchProps {
	name: string;
	label: string;
	hint?: ReactNode;
	isInitiallyOn: boolean;
	onChange?: (isOn: boolean) => void;
}

/** A checkbox that looks like a switch, so that forms submit it. */
function Switch({ name, label, hint, isInitiallyOn, onChange }: SwitchProps) {
	const hintId = useId();

	return (
		<div className="grid gap-1.5">
			<label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 text-sm font-semibold wrap-anywhere">
				{label}
				<input
					type="checkbox"
					name={name}
					value="on"
					defaultChecked={isInitiallyOn}
					aria-describedby={hint ? hintId : undefined}
					onChange={(event) => onChange?.(event.target.checked)}
					className="peer sr-only"
				/>
				<span
					aria-hidden="true"
					className="h-7 w-12 shrink-0 rounded-full border border-edge bg-sunken p-0.5 peer-checked:border-transparent peer-checked:bg-link peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link peer-checked:*:translate-x-5 peer-checked:*:bg-surface"
				>
					<span className="block size-5.5 rounded-full bg-edge transition-[translate] duration-150 motion-reduce:transition-none" />
				</span>
			</label>
			{hint && (
				<p id={hintId} className="text-xs text-ink-soft">
					{hint}
				</p>
			)}
		</div>
	);
}

const MAINTENANCE_TITLE = 'Maintenance mode';
const SIGN_IN_TITLE = 'Signing in';
const MAINTENANCE_NAMES = ['maintenanceMode', 'maintenanceMessage', 'estimatedDowntime'] as const;
const SIGN_IN_NAMES = ['requireTwoStep'] as const;

/** The settings, each part with a form and a Save button of its own. */
function SettingsForm({ stored }: { stored: Settings }) {
	const { data: profile } = useQuery(profileQuery());
	const maintenance = useSettingsDraft(stored, MAINTENANCE_NAMES);
	const signIn = useSettingsDraft(stored, SIGN_IN_NAMES);

	return (
		<>
			<SettingsPart
				title={MAINTENANCE_TITLE}
				lead={SETTINGS_MESSAGES.warning}
				saveLabel="Save Changes to maintenance mode"
				draft={maintenance}
				stored={stored}
				confirmation={{
					name: 'maintenanceMode',
					title: 'Switch maintenance mode on?',
					question: `${SETTINGS_MESSAGES.warning} Whoever is on the market now is shown the message at once.`,
				}}
			>
				{(initial, errorOf) => <MaintenanceFields initial={initial} errorOf={errorOf} />}
			</SettingsPart>
			<SettingsPart
				title={SIGN_IN_TITLE}
				lead="With two-step sign-in a stolen password is not enough to get in here."
				saveLabel="Save the sign-in rule"
				draft={signIn}
				stored={stored}
				confirmation={{
					name: 'requireTwoStep',
					title: 'Require two-step sign-in?',
					question: twoStepQuestion(profile?.hasTwoStep ?? false),
				}}
			>
				{(initial) => (
					<Switch
						name="requireTwoStep"
						label="Require two-step sign-in"
						hint="Administrators without it are asked to set it up before anything else; so are you."
						isInitiallyOn={initial.requireTwoStep}
					/>
				)}
			</SettingsPart>
			<UnsavedGuard
				unsaved={[
					...(isChanged(maintenance) ? [MAINTENANCE_TITLE] : []),
					...(isChanged(signIn) ? [SIGN_IN_TITLE] : []),
				]}
			/>
		</>
	);
}

function isChanged({ typed }: SettingsDraft): boolean {
	return Object.keys(typed).length > 0;
}

function twoStepQuestion(hasTwoStep: boolean): string {
	const others =
		'At once, administrators who have not set it up can open nothing but their account page until they have.';
	return hasTwoStep
		? others
		: `${others} You have not set it up either: until you have, you cannot come back here to undo this.`;
}

interface MaintenanceFieldsProps {
	initial: Settings;
	errorOf: (field: string) => string | undefined;
}

function MaintenanceFields({ initial, errorOf }: MaintenanceFieldsProps): ReactNode {
	return (
		<>
			<Switch
				name="maintenanceMode"
				label="Maintenance mode"
				hint="Users see the message below until it is off again. Administrators can go on working."
				isInitiallyOn={initial.maintenanceMode}
			/>
			<Field label="Message" error={errorOf('maintenanceMessage')}>
				{(control) => (
					<TextArea
						{...control}
						name="maintenanceMessage"
						rows={3}
						defaultValue={initial.maintenanceMessage}
						placeholder={MAINTENANCE_DEFAULTS.message}
					/>
				)}
			</Field>
			<Field
				label="Estimated downtime"
				hint="In your own words: 'two hours', 'until 6 pm'."
				error={errorOf('estimatedDowntime')}
			>
				{(control) => (
					<TextInput
						{...control}
						name="estimatedDowntime"
						defaultValue={initial.estimatedDowntime}
						placeholder={MAINTENANCE_DEFAULTS.estimatedDowntime}
					/>
				)}
			</Field>
		</>
	);
}

/** The settings of the whole market, for super administrators. */
export function SettingsPage() {
	const { data: settings, error, refetch } = useQuery(settingsQuery());

	return (
		<>
			<PageHeading size="text-2xl" className="pb-5">
				{ADMIN_PAGE_TABLE.settings.label}
			</PageHeading>
			{settings && <SettingsForm stored={settings} />}
			{!settings && error && (
				<ErrorState
					error={error}
					message={loadErrorMessage(error, SETTINGS_MESSAGES.loadFailed)}
					onRetry={() => void refetch()}
				/>
			)}
			{!settings && !error && <Skeleton className="mb-7 h-96" />}
			<Administrators />
		</>
	);
}
