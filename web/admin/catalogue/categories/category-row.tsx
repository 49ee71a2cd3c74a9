import { GripVertical, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { FaultText, faultProps } from '#web/admin/catalogue/fault-text.tsx';
import type { Faults } from '#web/admin/catalogue/list-faults.ts';
import { MoveButtons } from '#web/admin/catalogue/move-buttons.tsx';
import { READ_ONLY_CLASS } from '#web/admin/catalogue/read-only-class.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { CategoryDraft } from './category-draft.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { IconPicker } from './icon-picker.tsx';

interface CategoryRowProps {
	category: CategoryDraft;
	index: number;
	/** The number of categories in the list. */
	count: number;
	faults: Faults;
	canEdit: boolean;
	isDragged: boolean;
	onChange: (changes: Partial<CategoryDraft>) => void;
	/** @param to the new index; one outside of the list is ignored */
	onMove: (to: number) => void;
	onDelete: () => void;
	onDragStart: () => void;
	onDragOver: () => void;
	onDragEnd: () => void;
}

/** One category while it is edited: name, icon, visibility and detail fields, with buttons to move and delete it. */
export function CategoryRow(props: CategoryRowProps) {
	const { category, index, faults, canEdit, isDragged, onChange } = props;
	const { name, icon, fields } = category;
	const path = `categories.${index}`;
	const fieldsId = useId();
	const hasFaultyField = [...faults.keys()].some((key) => key.startsWith(`${path}.fields`));
	const [isOpen, setIsOpen] = useState(false);
	const isExpanded = isOpen || hasFaultyField;
	const label = name.trim() || 'the new category';

	return (
		<li
			onDragOver={(event) => {
				event.preventDefault();
				props.onDragOver();
			}}
			onDrop={(event) => event.preventDefault()}
			className={`grid gap-2 rounded-card border border-line bg-surface p-2 tablet:p-3 ${isDragged ? 'opacity-50' : ''}`}
		>
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
				{canEdit && <DragHandle {...props} />}
				<IconPicker
					icon={icon}
					name={label}
					canEdit={canEdit}
					onChoose={(chosen) => onChange({ icon: chosen })}
				/>
				<NameInput {...props} />
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
						aria-controls={fieldsId}
						onClick={() => setIsOpen(!isExpanded)}
						className="px-2!"
					>
						Details · {fields.length}
						<span className="sr-only">in {label}</span>
					</Button>
					{canEdit && (
						<MoveButtons
							label={label}
							index={index}
							count={props.count}
							onMove={props.onMove}
							className="ml-auto"
						/>
					)}
				</div>
				{canEdit && <DeleteButton {...props} label={label} />}
			</div>
			<FaultText id={categoryFieldId(category)}>{faults.get(`${path}.name`)}</FaultText>
			<FaultText id={`${categoryFieldId(category)}-fields`}>
				{faults.get(`${path}.fields`)}
			</FaultText>
			<div id={fieldsId} hidden={!isExpanded}>
				{isExpanded && (
					<>
						<Checkbox
							label={`Ask for the condition in ${label}`}
							isChecked={category.asksCondition}
							isDisabled={!canEdit}
							onChange={(asksCondition) => onChange({ asksCondition })}
						>
							Ask for the condition
						</Checkbox>
						<FieldsEditor
							fields={fields}
							categoryName={label}
							path={`${path}.fields`}
							faults={faults}
							canEdit={canEdit}
							onChange={(changed) => onChange({ fields: changed })}
						/>
					</>
				)}
			</div>
		</li>
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

/** The element id of a category's name field, used to focus it. */
export const categoryFieldId = ({ rowKey }: CategoryDraft) => `category-${rowKey}`;

function NameInput({ category, index, faults, canEdit, onChange }: CategoryRowProps) {
	return (
		<TextInput
			{...faultProps(categoryFieldId(category), faults.get(`categories.${index}.name`))}
			aria-label={`Name of category ${index + 1}`}
			value={category.name}
			autoComplete="off"
			readOnly={!canEdit}
			onChange={(event) => onChange({ name: event.target.value })}
			className={`min-w-0 flex-1 basis-40 ${READ_ONLY_CLASS}`}
		/>
	);
}

/** A handle to drag the row with the mouse. For the keyboard there are `MoveButtons`. */
function DragHandle({ index, onDragStart, onDragEnd }: CategoryRowProps) {
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons do the same without a mouse
		<span
			draggable
			title="Drag to move"
			onDragStart={(event) => {
				event.dataTransfer.effectAllowed = 'move';
				event.dataTransfer.setData('text/plain', String(index));
				onDragStart();
			}}
			onDragEnd={onDragEnd}
			className="hidden h-12 w-6 cursor-grab place-items-center text-ink-soft pointer-fine:grid"
		>
			<GripVertical aria-hidden="true" className="size-5" />
		</span>
	);
}

interface RowButtonProps extends CategoryRowProps {
	/** The category's name, or a substitute for a category without one. */
	label: string;
}

function DeleteButton({ category: { isInUse }, count, label, onDelete }: RowButtonProps) {
	return (
		<IconButton
			label={isInUse ? `${label} has items: hide it instead` : `Delete ${label}`}
			icon={<Trash2 aria-hidden="true" className="size-5" />}
			disabled={isInUse || count === 1}
			onClick={onDelete}
			className="text-bad"
		/>
	);
}
