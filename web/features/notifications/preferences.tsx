import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { NOTICE_KIND_LABELS, NOTICE_MESSAGES } from '#contract/notifications/facts.ts';
import type { NoticeChoice } from '#contract/notifications/notifications.ts';
import { failureWords } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { noticeChoicesQuery, useChangeChoice } from './preference-queries.ts';
import { CHOICES_ANCHOR } from './preferences-anchor.ts';

/** What somebody hears of, here and by mail. Each switch saves itself. */
export function NoticeChoices() {
	const choosing = useQuery(noticeChoicesQuery());
	const changing = useChangeChoice();
	const mailNote = useId();

	return (
		<Section
			title={NOTICE_MESSAGES.heading}
			anchor={CHOICES_ANCHOR}
			lead="What you are notified about here, and what we email you."
		>
			{choosing.isPending && <Skeleton className="h-96" />}
			{choosing.error && !choosing.data && (
				<div className="grid justify-items-start gap-3">
					<FormAlert>{failureWords(choosing.error)}</FormAlert>
					<Button size="small" onClick={() => void choosing.refetch()}>
						Try again
					</Button>
				</div>
			)}
			{choosing.data?.canMail === false && (
				<p id={mailNote} className="text-sm text-ink-soft">
					{NOTICE_MESSAGES.noMail}
				</p>
			)}
			{choosing.data?.choices.map((choice) => (
				<KindChoice
					key={choice.kind}
					choice={choice}
					mailNote={choosing.data.canMail ? undefined : mailNote}
					onChange={(changed) => changing.mutate(changed)}
				/>
			))}
			{changing.error && <FormAlert>{failureWords(changing.error)}</FormAlert>}
		</Section>
	);
}

interface KindChoiceProps {
	choice: NoticeChoice;
	/** Id of what tells why there is no mail; undefined where there can be. */
	mailNote: string | undefined;
	onChange: (choice: NoticeChoice) => void;
}

function KindChoice({ choice, mailNote, onChange }: KindChoiceProps) {
	const note = useId();
	const isWarning = choice.kind === 'warning';

	return (
		<fieldset className="min-w-0">
			<legend className="text-sm font-semibold">{NOTICE_KIND_LABELS[choice.kind]}</legend>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6">
				<Switch
					label="In the market"
					isOn={choice.inApp}
					disabled={isWarning}
					aria-describedby={isWarning ? note : undefined}
					onSwitch={(inApp) => onChange({ ...choice, inApp })}
				/>
				<Switch
					label="By mail"
					isOn={choice.byMail && mailNote === undefined}
					disabled={mailNote !== undefined}
					aria-describedby={mailNote}
					onSwitch={(byMail) => onChange({ ...choice, byMail })}
				/>
			</div>
			{isWarning && (
				<p id={note} className="text-xs text-ink-soft">
					{NOTICE_MESSAGES.alwaysWarned}
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
