import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

/** A password field with a button to show the password. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
	const [isShown, setIsShown] = useState(false);
	const Icon = isShown ? EyeOff : Eye;

	return (
		<span className="relative block">
			<TextInput
				{...props}
				type={isShown ? 'text' : 'password'}
				autoCapitalize="none"
				spellCheck={false}
				className="pr-13"
			/>
			<IconButton
				label={isShown ? 'Hide password' : 'Show password'}
				icon={<Icon aria-hidden="true" className="size-5" />}
				onClick={() => setIsShown(!isShown)}
				className="absolute top-1/2 right-0.5 -translate-y-1/2"
			/>
		</span>
	);
}
