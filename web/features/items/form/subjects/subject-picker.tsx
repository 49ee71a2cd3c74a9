import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { OptionList, optionId } from '#web/ui/option-list.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { SubjectChips } from './subject-chips.tsx';
import { useSubjectPicker } from './use-subject-picker.ts';

interface SubjectPickerProps {
	/** Codes of the subjects chosen at first. */
	initial: readonly string[];
	errors: readonly FormError<string>[];
}

const NONE: readonly Subject[] = [];

/** A picker for up to three subjects, by code or name. Not rendered if the catalogue has no subjects and none is chosen. */
export function SubjectPicker({ initial, errors }: SubjectPickerProps) {
	const id = useId();
	const { data, isPending } = useQuery(catalogueQuery());
	const subjects = data?.subjects ?? NONE;
	const state = useSubjectPicker(subjects, initial);
	const { chosen, isFull, list } = state;
	const error = errors.find(({ field }) => field === 'subjects');
	const alertId = error && `${id}-alert`;
	const isRendered = isPending || subjects.length > 0 || chosen.length > 0;
	if (!isRendered) return null;

	return (
		<div ref={state.picker} className="grid gap-2">
			<label htmlFor={`${id}-input`} className="text-sm font-semibold">
				For which subjects <span className="font-normal text-ink-soft">up to three</span>
			</label>
			<SubjectChips chosen={chosen} subjects={subjects} alertId={alertId} onRemove={state.remove} />
			{isFull ? (
				<p className="flex min-h-12 items-center text-xs text-ink-soft">
					{ITEM_LIMITS.subjectsMax} are chosen. Remove one to choose another.
				</p>
			) : (
				<SubjectField id={id} state={state} alertId={alertId} />
			)}
			{error && <FormAlert id={`${id}-alert`}>{error.message}</FormAlert>}
			<p role="status" className="sr-only">
				{list.isOpen ? subjectCount(state.options.length) : state.announcement}
			</p>
		</div>
	);
}

function subjectCount(count: number): string {
	return count === 1 ? '1 subject' : `${count} subjects`;
}

interface SubjectFieldProps {
	id: string;
	state: ReturnType<typeof useSubjectPicker>;
	alertId: string | undefined;
}

function SubjectField({ id, state, alertId }: SubjectFieldProps) {
	const { list, options, typed } = state;
	const listId = `${id}-list`;
	return (
		<div data-combobox className="relative">
			<TextInput
				ref={state.input}
				id={`${id}-input`}
				name="subjects"
				role="combobox"
				aria-expanded={list.isOpen}
				aria-controls={list.isOpen ? listId : undefined}
				aria-autocomplete="list"
				aria-activedescendant={
					list.isOpen && list.active >= 0 ? optionId(listId, list.active) : undefined
				}
				aria-describedby={alertId}
				aria-invalid={alertId ? true : undefined}
				value={typed}
				onChange={(event) => state.handleInput(event.target.value)}
				onFocus={state.open}
				onClick={state.open}
				onBlur={state.handleLeave}
				onKeyDown={state.handleKey}
				placeholder="Code or name"
				autoComplete="off"
			/>
			{list.isOpen && (
				<OptionList
					id={listId}
					label="Subjects"
					options={options}
					keyOf={({ code }) => code}
					active={list.active}
					onHighlight={list.activate}
					onChoose={state.add}
					className="mt-1.5 max-h-[min(20rem,45dvh)] rounded-card border"
				>
					{({ code, name }) => (
						<>
							<span className="font-semibold tabular-nums">{code}</span>
							<span className="min-w-0 wrap-anywhere">{name}</span>
						</>
					)}
				</OptionList>
			)}
		</div>
	);
}
