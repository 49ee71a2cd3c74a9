import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { NOTIFICATION_ERRORS } from '#contract/notifications/errors.ts';
import { NOTIFICATION_KIND_LABELS, NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import type { NotificationPreference } from '#contract/notifications/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { preferencesQuery, useSetPreference } from './preference-queries.ts';
import { PREFERENCES_ANCHOR } from './preferences-anchor.ts';

/** Which notifications the user gets, on the site and by mail. Each switch saves at once. */
export function NotificationPreferences() {
	const preferences = useQuery(preferencesQuery());
	const saving = useSetPreference();
	const mailNoteId = useId();

	return (
		<Section
			title={PAGE_TABLE.notifications.label}
			anchor={PREFERENCES_ANCHOR}
			lead="What you are notified about here, and what we email you."
		>
			{preferences.isPending && <Skeleton className="h-96" />}
			{preferences.error && !preferences.data && (
				<LoadFailure
					message={formErrorMessage(preferences.error)}
					onRetry={() => void preferences.refetch()}
				/>
			)}
			{preferences.data?.canMail === false && (
				<p id={mailNoteId} className="text-sm text-ink-soft">
					{NOTIFICATION_MESSAGES.emailConfirmationRequired}
				</p>
			)}
			{preferences.data?.choices.map((preference) => (
				<KindPreference
					key={preference.kind}
					preference={preference}
					mailNoteId={preferences.data.canMail ? undefined : mailNoteId}
					onChange={(changed) => saving.mutate(changed)}
				/>
			))}
			{saving.error && <FormAlert>{formErrorMessage(saving.error)}</FormAlert>}
		</Section>
	);
}

interface KindPreferenceProps {
	preference: NotificationPreference;
	/** Id of the text that explains why mail is impossible; undefined if mail is possible. */
	mailNoteId: string | undefined;
	onChange: (preference: NotificationPreference) => void;
}

function KindPreference({ preference, mailNoteId, onChange }: KindPreferenceProps) {
	const noteId = useId();
	const isWarning = preference.kind === 'warning';

	return (
		<fieldset className="min-w-0">
			<legend className="text-sm font-semibold">{NOTIFICATION_KIND_LABELS[preference.kind]}</legend>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6">
				<Switch
					label="In the market"
					isOn={preference.inApp}
					disabled={isWarning}
					aria-describedby={isWarning ? noteId : undefined}
					onSwitch={(inApp) => onChange({ ...preference, inApp })}
				/>
				<Switch
					label="By mail"
					isOn={preference.byMail && mailNoteId === undefined}
					disabled={mailNoteId !== undefined}
					aria-describedby={mailNoteId}
					onSwitch={(byMail) => onChange({ ...preference, byMail })}
				/>
			</div>
			{isWarning && (
				<p id={noteId} className="text-xs text-ink-soft">
					{NOTIFICATION_ERRORS.warningsAlwaysOn.message}
				</p>
			)}
		</fieldset>
	);
}

interface SwitchProps extends Omit<ComponentProps<'button'>, 'type' | 'role' | 'onClick'> {
	label: string;
	isOn: boolean;
	onSwitch: (isOn: boolean) => void;
}

function Switch({ label, isOn, onSwitch, ...rest }: SwitchProps) {
	return (
		<button
			{...rest}
			type="button"
			role="switch"
			aria-checked={isOn}
			onClick={() => onSwitch(!isOn)}
			className="group flex min-h-11 cursor-pointer items-center gap-3 rounded-field text-left text-sm disabled:cursor-default"
		>
			<span
				aria-hidden="true"
				className="relative h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken before:absolute before:inset-y-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-edge group-disabled:opacity-60 group-aria-checked:border-good group-aria-checked:bg-good group-aria-checked:before:translate-x-4 group-aria-checked:before:bg-surface motion-safe:transition-colors motion-safe:before:transition-[translate]"
			/>
			{label}
		</button>
	);
}
