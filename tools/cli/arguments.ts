import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { email } from '#contract/auth/person-fields.ts';

/** Thrown for a wrong command line. The usage is printed below the message. */
export class WrongArguments extends Error {}

/**
 * Reads the arguments of a command.
 * @param range the smallest and largest number of arguments besides the options
 * @throws WrongArguments
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
	args: readonly string[],
	options: Options,
	[min, max]: readonly [number, number] = [0, 0],
) {
	const { values, positionals } = parse(args, options);
	if (positionals.length < min || positionals.length > max) throw new WrongArguments();
	return { values, positionals };
}

function parse<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch {
		throw new WrongArguments();
	}
}

/**
 * An email address as the app stores it.
 * @throws WrongArguments
 */
export function readEmail(text: string): string {
	const parsed = z.safeParse(email, text);
	if (!parsed.success) throw new WrongArguments(`"${text}" is no email address.`);
	return parsed.data;
}
