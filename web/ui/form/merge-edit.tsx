import { type FormEvent, type ReactNode, useId } from 'react';
import { pick } from '#contract/core/pick.ts';
import { isSameValue } from '#web/lib/same-value.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { focusFirstField } from './focus-first-field.ts';

/** The label of each field, and its value in words. */
export type FieldTexts<Fields> = {
	[Name in keyof Fields]-?: { label: string; show: (value: Fields[Name]) => string };
};

/** A change of stored fields by a form. */
export interface Edit<Fields, Current, Reply> {
	/** The fields with which the form was filled, and the version that the server gave them. */
	from: Fields;
	version: string | undefined;
	/** The fields as the user wants them. */
	mine: Fields;
	/** The fields in `current` of a refusal. */
	fieldsOf: (current: Current) => Fields;
	texts: FieldTexts<Fields>;
	/** @param current what the last refusal has said; undefined at first */
	send: (
		fields: Fields,
		version: string | undefined,
		current: Current | undefined,
	) => Promise<Reply>;
}

/** Shows a question. Resolves to its answer, or to undefined if there is none. */
export type Ask = (
	render: (answer: (choices: Choices | undefined) => void) => ReactNode,
) => Promise<Choices | undefined>;

interface Merged<Fields, Current, Reply> {
	edit: Edit<Fields, Current, Reply>;
	/** Nothing is left to be sent. */
	isStored: boolean;
	/** Tells the user what was not asked. */
	tell: () => void;
}

/**
 * Merges an edit with what was changed elsewhere since its form was filled.
 * @returns undefined if the user answers no question
 */
export async function mergeEdit<Fields extends object, Current extends { version: string }, Reply>(
	edit: Edit<Fields, Current, Reply>,
	current: Current,
	ask: Ask,
): Promise<Merged<Fields, Current, Reply> | undefined> {
	const { from, mine, texts } = edit;
	const theirs = edit.fieldsOf(current);
	const names = Object.keys(theirs) as (keyof Fields & string)[];
	const changed = names.filter(
		(name) => !isSameValue(theirs[name], from[name]) && !isSameValue(theirs[name], mine[name]),
	);
	const asked = changed.filter((name) => !isSameValue(mine[name], from[name]));
	const fields = asked.map((name) => {
		const { label, show } = texts[name];
		return { name, label, mine: show(mine[name]), theirs: show(theirs[name]) };
	});
	const choices =
		fields.length === 0
			? {}
			: await ask((answer) => <MergeDialog fields={fields} onAnswer={answer} />);
	if (!choices) return undefined;
	const taken = changed.filter((name) => choices[name] !== 'mine');
	const kept = taken.filter((name) => !asked.includes(name)).map((name) => texts[name].label);
	const merged = { ...mine, ...pick(theirs, taken) };
	const isStored = names.every((name) => isSameValue(merged[name], theirs[name]));
	return {
		edit: { ...edit, from: theirs, mine: merged, version: current.version },
		isStored,
		tell() {
			if (isStored) toast('Nothing to save: it stays as it was changed elsewhere.');
			else if (kept.length > 0) toast(`Changed elsewhere meanwhile, and kept: ${kept.join(', ')}.`);
		},
	};
}

/** What the user has chosen, by the name of the field. */
type Choices = Record<string, FormDataEntryValue>;

interface AskedField {
	name: string;
	label: string;
	/** The two values in words. */
	mine: string;
	theirs: string;
}

interface MergeDialogProps {
	fields: readonly AskedField[];
	/** @param choices undefined if the user closes the dialog */
	onAnswer: (choices: Choices | undefined) => void;
}

/** Asks about each field that was changed both in the form and elsewhere. */
function MergeDialog({ fields, onAnswer }: MergeDialogProps) {
	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		onAnswer(Object.fromEntries(new FormData(event.currentTarget)));
	}

	return (
		<Dialog open onClose={() => onAnswer(undefined)} title="Changed elsewhere too">
			<p>While you were editing here, this was changed in another place. What should stay?</p>
			<form ref={focusFirstField} onSubmit={handleSubmit} className="grid gap-5">
				{fields.map(({ name, label, mine, theirs }) => (
					<fieldset key={name} className="grid min-w-0 gap-2">
						<legend className="pb-2 text-sm font-semibold">{label}</legend>
						<Choice name={name} value="mine" label="Keep mine" text={mine} />
						<Choice name={name} value="theirs" label="Take theirs" text={theirs} />
					</fieldset>
				))}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant="main">
						Save
					</Button>
					<Button onClick={() => onAnswer(undefined)}>Back to the form</Button>
				</div>
			</form>
		</Dialog>
	);
}

interface ChoiceProps {
	name: string;
	value: 'mine' | 'theirs';
	label: string;
	text: string;
}

function Choice({ name, value, label, text }: ChoiceProps) {
	const textId = useId();
	return (
		<label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-edge px-3.5 py-2 has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
			<input
				type="radio"
				name={name}
				value={value}
				required
				aria-label={label}
				aria-describedby={textId}
				className="size-5 shrink-0 accent-link outline-none"
			/>
			<span className="min-w-0">
				<span className="block text-sm font-semibold">{label}</span>
				<span id={textId} className="block wrap-anywhere">
					{text || 'Nothing'}
				</span>
			</span>
		</label>
	);
}
