import { Plus } from 'lucide-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { CATALOGUE_LIMITS, DETAIL_KINDS } from '#contract/catalogue/facts.ts';
import type { DetailField } from '#contract/catalogue/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { type FieldDraft, keyFromLabel, newField, unusedKey } from './category-draft.ts';
import { type Faults, firstFaultAt } from './list-draft.ts';
import { RemoveButton } from './row-controls.tsx';

const KIND_LABELS: Record<DetailField['kind'], string> = {
	text: 'Text',
	choice: 'Choice',
	'yes-no': 'Yes or no',
	isbn: 'ISBN',
};

interface FieldsEditorProps {
	fields: readonly FieldDraft[];
	categoryName: string;
	/** The faults by their paths within `fields`. */
	faults: Faults;
	canEdit: boolean;
	onChange: (fields: readonly FieldDraft[]) => void;
}

/** Edits the detail fields of one category, which sellers fill in besides the fields of every item. */
export function FieldsEditor(props: FieldsEditorProps) {
	const { fields, categoryName, faults, canEdit, onChange } = props;
	const addButtonId = useId();

	function add(): void {
		const added = newField();
		flushSync(() => onChange([...fields, added]));
		document.querySelector<HTMLElement>(`[data-field="${added.rowKey}"] input`)?.focus();
	}

	function remove(index: number): void {
		flushSync(() => onChange(fields.toSpliced(index, 1)));
		document.getElementById(addButtonId)?.focus();
	}

	return (
		<div className="grid gap-3 border-t border-line pt-3">
			<p className="text-sm text-ink-soft">
				{fields.length === 0
					? 'Sellers are asked no details here.'
					: 'Sellers are asked these too. None of them has to be answered.'}
			</p>
			{fields.length > 0 && (
				<ul className="grid gap-3" aria-label={`Details of ${categoryName}`}>
					{fields.map((field, index) => (
						<FieldRow
							key={field.rowKey}
							field={field}
							otherKeys={fields.filter((other) => other !== field).map(({ key }) => key)}
							faultAt={(name) => firstFaultAt(faults, `${index}.${name}`)}
							canEdit={canEdit}
							onChange={(changes) => onChange(fields.with(index, { ...field, ...changes }))}
							onRemove={() => remove(index)}
						/>
					))}
				</ul>
			)}
			{canEdit && fields.length < CATALOGUE_LIMITS.fieldsMax && (
				<Button
					id={addButtonId}
					size="small"
					onClick={add}
					className="justify-self-start wrap-anywhere"
				>
					<Plus aria-hidden="true" className="size-4.5" />
					Add a detail to {categoryName}
				</Button>
			)}
		</div>
	);
}

interface FieldRowProps {
	field: FieldDraft;
	/** The keys of the category's other fields. */
	otherKeys: readonly string[];
	/** Each choice has a path of its own, but one text area has all choices. */
	faultAt: (name: 'key' | 'label' | 'choices') => string | undefined;
	canEdit: boolean;
	onChange: (changes: Partial<FieldDraft>) => void;
	onRemove: () => void;
}

function FieldRow({ field, otherKeys, faultAt, canEdit, onChange, onRemove }: FieldRowProps) {
	const { label, key, kind, choices, followsLabel, rowKey } = field;

	function changeLabel(value: string): void {
		// The second argument is the key for a label without Latin letters.
		const derivedKey = keyFromLabel(value, value === '' ? '' : unusedKey(otherKeys));
		onChange({ label: value, ...(followsLabel && { key: derivedKey }) });
	}

	return (
		<li data-field={rowKey}>
			<fieldset
				disabled={!canEdit}
				className="grid min-w-0 items-start gap-3 rounded-field bg-sunken p-3 tablet:grid-cols-[1fr_1fr_9rem_auto]"
			>
				<Field label="Label" error={faultAt('label')}>
					{(control) => (
						<TextInput
							{...control}
							value={label}
							autoComplete="off"
							onChange={({ target }) => changeLabel(target.value)}
						/>
					)}
				</Field>
				<Field label="Key" hint="Stored with the items." error={faultAt('key')}>
					{(control) => (
						<TextInput
							{...control}
							value={key}
							autoComplete="off"
							spellCheck={false}
							onChange={({ target: { value } }) => onChange({ key: value, followsLabel: false })}
						/>
					)}
				</Field>
				<Field label="Kind">
					{(control) => (
						<Select
							{...control}
							value={kind}
							onChange={({ target: { value } }) => onChange({ kind: value as FieldDraft['kind'] })}
						>
							{DETAIL_KINDS.map((option) => (
								<option key={option} value={option}>
									{KIND_LABELS[option]}
								</option>
							))}
						</Select>
					)}
				</Field>
				{canEdit && (
					<RemoveButton
						label={`Remove the detail ${label}`}
						onRemove={onRemove}
						className="tablet:mt-6.5"
					/>
				)}
				{kind === 'choice' && (
					<div className="tablet:col-span-full">
						<Field label="Answers" hint="One in each line, 2 to 12." error={faultAt('choices')}>
							{(control) => (
								<TextArea
									{...control}
									rows={3}
									value={choices}
									onChange={({ target: { value } }) => onChange({ choices: value })}
								/>
							)}
						</Field>
					</div>
				)}
			</fieldset>
		</li>
	);
}
