import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { changeCategoryList, getCategoryList } from '#contract/admin/catalogue.ts';
import {
	CATALOGUE_LIMITS,
	CATALOGUE_LIST_LIMITS,
	CATEGORY_ICONS,
	DETAIL_KINDS,
	type CategoryIcon as IconName,
} from '#contract/catalogue/facts.ts';
import type { DetailField } from '#contract/catalogue/schemas.ts';
import { isolated } from '#contract/core/format.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import {
	type CategoryDraft,
	categoryListFaults,
	type FieldDraft,
	keyFromLabel,
	newCategory,
	newField,
	toDrafts,
	toInputs,
	unusedKey,
} from './category-draft.ts';
import { type Faults, faultsAt, firstFaultAt } from './list-draft.ts';
import { ListEditor, type ListTabProps, type RowProps, rowList } from './list-editor.tsx';
import { FaultText, MoveButtons, RemoveButton, RowInput } from './row-controls.tsx';

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
function FieldsEditor(props: FieldsEditorProps) {
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

const CATEGORIES = rowList({
	key: 'categories',
	load: ({ signal }) => callAdminApi(getCategoryList, { signal }),
	toDraft: ({ categories }): CategoryDraft[] => toDrafts(categories),
	toBody: (drafts: CategoryDraft[]) => ({ categories: toInputs(drafts) }),
	findFaults: categoryListFaults,
	save: (body) => callAdminApi(changeCategoryList, { body }),
	reloads: ['analytics'],
	label: 'Categories',
	saveLabel: 'Save categories',
	hint: 'Students choose from these when they sell and when they browse, in this order. A hidden category keeps its items and takes no new ones.',
	path: 'categories',
	max: CATALOGUE_LIST_LIMITS.categoriesMax,
	addLabel: 'Add category',
	newRow: newCategory,
	Row: CategoryRow,
	rowClass: 'grid gap-2 rounded-card border border-line bg-surface p-2 tablet:p-3',
	nameOf: ({ name }) => name,
});

/** The tab to edit the categories of items and their detail fields. */
export function CategoriesTab(props: ListTabProps) {
	return <ListEditor {...props} list={CATEGORIES} />;
}

/** One category while it is edited: name, icon, visibility and detail fields, with buttons to move and delete it. */
function CategoryRow(props: RowProps<CategoryDraft>) {
	const { row: category, index, count, faults, canEdit, onChange } = props;
	const id = `category-${category.rowKey}`;
	const detailsId = useId();
	const [isOpen, setIsOpen] = useState(false);
	const isExpanded = isOpen || faultsAt(faults, 'fields').size > 0;
	const label = category.name.trim() || 'the new category';

	return (
		<>
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
				{props.handle}
				<IconPicker
					icon={category.icon}
					name={label}
					canEdit={canEdit}
					onChoose={(icon) => onChange({ icon })}
				/>
				<RowInput
					id={id}
					fault={faults.get('name')}
					canEdit={canEdit}
					aria-label={`Name of category ${index + 1}`}
					value={category.name}
					onText={(name) => onChange({ name })}
					className="min-w-0 flex-1 basis-40"
				/>
				<div className="flex flex-wrap items-center gap-x-1 max-tablet:order-last max-tablet:w-full">
					<Checkbox
						label={`Show ${label}`}
						isChecked={category.isVisible}
						isDisabled={!canEdit}
						onChange={(isVisible) => onChange({ isVisible })}
					>
						Shown
					</Checkbox>
					<Button
						variant="quiet"
						size="small"
						aria-expanded={isExpanded}
						aria-controls={detailsId}
						onClick={() => setIsOpen(!isExpanded)}
						className="px-2!"
					>
						Details · {category.fields.length}
						<span className="sr-only">in {label}</span>
					</Button>
					{canEdit && (
						<MoveButtons
							label={label}
							index={index}
							count={count}
							onMove={props.onMove}
							className="ml-auto"
						/>
					)}
				</div>
				{canEdit && (
					<RemoveButton
						label={category.isInUse ? `${label} has items: hide it instead` : `Delete ${label}`}
						disabled={category.isInUse || count === 1}
						onRemove={props.onRemove}
					/>
				)}
			</div>
			<FaultText id={id}>{faults.get('name')}</FaultText>
			<FaultText id={`${id}-fields`}>{faults.get('fields')}</FaultText>
			<div id={detailsId} hidden={!isExpanded}>
				{isExpanded && <CategoryDetails {...props} label={label} />}
			</div>
		</>
	);
}

interface CategoryDetailsProps extends RowProps<CategoryDraft> {
	label: string;
}

function CategoryDetails({ row, faults, canEdit, onChange, label }: CategoryDetailsProps) {
	return (
		<>
			<Checkbox
				label={`Ask for the condition in ${label}`}
				isChecked={row.asksCondition}
				isDisabled={!canEdit}
				onChange={(asksCondition) => onChange({ asksCondition })}
			>
				Ask for the condition
			</Checkbox>
			<FieldsEditor
				fields={row.fields}
				categoryName={label}
				faults={faultsAt(faults, 'fields')}
				canEdit={canEdit}
				onChange={(fields) => onChange({ fields })}
			/>
		</>
	);
}

interface CheckboxProps {
	/** The accessible name of the checkbox. */
	label: string;
	isChecked: boolean;
	isDisabled: boolean;
	onChange: (isChecked: boolean) => void;
	/** The visible text beside the checkbox. */
	children: string;
}

function Checkbox({ label, isChecked, isDisabled, onChange, children }: CheckboxProps) {
	return (
		<label className="flex min-h-11 cursor-pointer items-center gap-2 px-2 text-sm font-semibold">
			<input
				type="checkbox"
				checked={isChecked}
				disabled={isDisabled}
				aria-label={label}
				onChange={(event) => onChange(event.target.checked)}
				className="size-4.5 accent-link"
			/>
			{children}
		</label>
	);
}

interface IconPickerProps {
	icon: IconName;
	/** The category's name. */
	name: string;
	canEdit: boolean;
	onChoose: (icon: IconName) => void;
}

/** A button with the category's icon, which opens a dialog with all icons. */
function IconPicker({ icon, name, canEdit, onChoose }: IconPickerProps) {
	const [isOpen, setIsOpen] = useState(false);
	const title = `Icon of ${isolated(name)}`;

	return (
		<>
			<button
				type="button"
				aria-label={`${title}: ${labelOf(icon)}`}
				title={canEdit ? 'Choose an icon' : undefined}
				disabled={!canEdit}
				onClick={() => setIsOpen(true)}
				className={`grid size-12 shrink-0 cursor-pointer place-items-center rounded-field disabled:cursor-default ${tintOf(icon)}`}
			>
				<CategoryIcon icon={icon} className="size-6" />
			</button>
			<Dialog open={isOpen} onClose={() => setIsOpen(false)} title={title}>
				<div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
					{CATEGORY_ICONS.map((option) => (
						<button
							key={option}
							type="button"
							aria-pressed={option === icon}
							onClick={() => {
								onChoose(option);
								setIsOpen(false);
							}}
							className={`grid min-h-18 cursor-pointer content-center justify-items-center gap-1 rounded-field border-2 p-1 text-center text-xs ${tintOf(option)} ${option === icon ? 'border-ink' : 'border-transparent hover:border-edge'}`}
						>
							<CategoryIcon icon={option} className="size-6" />
							{labelOf(option)}
						</button>
					))}
				</div>
			</Dialog>
		</>
	);
}

/** 'Book open' for book-open. */
function labelOf(icon: IconName): string {
	const words = icon.replaceAll('-', ' ');
	return words.slice(0, 1).toUpperCase() + words.slice(1);
}
