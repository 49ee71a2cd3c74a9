import { type ReactNode, useState } from 'react';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { Switch } from '#web/admin/kit/switch.tsx';
import { UnsavedGuard } from '#web/admin/kit/unsaved-guard.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Settings } from './queries.ts';
import { SettingsPart } from './settings-part.tsx';

/** The settings, each part with a form and a Save button of its own. */
export function SettingsForm({ stored }: { stored: Settings }) {
	const [dirtyTitles, setDirty] = useState<readonly string[]>([]);
	const partProps = (title: string) => ({
		title,
		stored,
		isDirty: dirtyTitles.includes(title),
		setDirty: (isDirty: boolean) =>
			setDirty((previous) => [
				...previous.filter((other) => other !== title),
				...(isDirty ? [title] : []),
			]),
	});

	return (
		<>
			<SettingsPart
				{...partProps('Maintenance mode')}
				lead={SETTINGS_MESSAGES.warning}
				saveLabel="Save Changes to maintenance mode"
				names={['maintenanceMode', 'maintenanceMessage', 'estimatedDowntime']}
			>
				{(initial, errorOf) => <MaintenanceFields initial={initial} errorOf={errorOf} />}
			</SettingsPart>
			<SettingsPart
				{...partProps('Signing in')}
				lead="With two-step sign-in a stolen password is not enough to get in here."
				saveLabel="Save the sign-in rule"
				names={['requireTwoStep']}
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
			<UnsavedGuard unsaved={dirtyTitles} />
		</>
	);
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
