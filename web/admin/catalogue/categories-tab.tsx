import { useId, useState } from 'react';
import { changeCategoryList, getCategoryList } from '#contract/admin/catalogue.ts';
import {
	CATALOGUE_LIST_LIMITS,
	CATEGORY_ICONS,
	type CategoryIcon as IconName,
} from '#contract/catalogue/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
	type CategoryDraft,
	categoryListFaults,
	newCategory,
	toDrafts,
	toInputs,
} from './category-draft.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { faultsAt } from './list-draft.ts';
import { ListEditor, type ListTabProps, type RowProps, rowList } from './list-editor.tsx';
import { FaultText, MoveButtons, RemoveButton, RowInput } from './row-controls.tsx';

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
