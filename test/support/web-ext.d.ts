/** The part of Mozilla's linter that is used; it comes without types. */
declare module 'web-ext' {
  type Findings = { errors: unknown[]; warnings: unknown[]; notices: unknown[] }
  export const cmd: {
    lint(settings: Record<string, unknown>, options: { shouldExitProgram: false }): Promise<Findings>
  }
}
