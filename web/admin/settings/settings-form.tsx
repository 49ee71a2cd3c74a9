import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { Switch } from '#web/admin/kit/switch.tsx';
import { UnsavedGuard } from '#web/admin/kit/unsaved-guard.tsx';
import { profileQuery } from '#web/admin/lib/queries.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Settings } from './queries.ts';
import { SettingsPart } from './settings-part.tsx';
import { type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';

const MAINTENANCE_TITLE = 'Maintenance mode';
const SIGN_IN_TITLE = 'Signing in';
const MAINTENANCE_NAMES = ['maintenanceMode', 'maintenanceMessage', 'estimatedDowntime'] as const;
const SIGN_IN_NAMES = ['requireTwoStep'] as const;

/** The settings, each part with a form and a Save button of its own. */
export function SettingsForm({ stored }: { stored: Settings }) {
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
