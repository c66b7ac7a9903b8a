; Installs Yiwen for the user who runs this, without an administrator. What VERSION, FILES, ICON,
; LICENCE, OUTPUT and COMPRESSOR are, `python run.py build` says.
Unicode true
ManifestDPIAware true
SetCompressor /SOLID ${COMPRESSOR}
!include "MUI2.nsh"
!include "x64.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Yiwen"
!define APP_PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths"

Name "Yiwen"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Yiwen"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
BrandingText "Yiwen ${VERSION}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\yiwen-app.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "TradChinese"

LangString RUNNING ${LANG_ENGLISH} "Yiwen is open. Close it, then go on."
LangString RUNNING ${LANG_SIMPCHINESE} "译文正在运行。请关闭后继续。"
LangString RUNNING ${LANG_TRADCHINESE} "譯文正在執行。請關閉後繼續。"
LangString NOT64 ${LANG_ENGLISH} "Yiwen needs a 64-bit Windows."
LangString NOT64 ${LANG_SIMPCHINESE} "译文需要 64 位 Windows。"
LangString NOT64 ${LANG_TRADCHINESE} "譯文需要 64 位元 Windows。"

; A program that runs cannot be written to, which is how one tells.
!macro WaitUntilClosed UN
Function ${UN}WaitUntilClosed
    again:
    IfFileExists "$INSTDIR\yiwen-app.exe" 0 closed
    ClearErrors
    FileOpen $0 "$INSTDIR\yiwen-app.exe" a
    IfErrors open
    FileClose $0
    Goto closed
    open:
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY again
    Abort
    closed:
FunctionEnd
!macroend
!insertmacro WaitUntilClosed ""
!insertmacro WaitUntilClosed "un."

Function .onInit
    ${IfNot} ${RunningX64}
        MessageBox MB_OK|MB_ICONSTOP "$(NOT64)" /SD IDOK
        Abort
    ${EndIf}
FunctionEnd

Section
    Call WaitUntilClosed
    SetOutPath "$INSTDIR"
    ; Of an older version nothing may stay that the new one would load. What users keep is elsewhere.
    RMDir /r "$INSTDIR\_internal"
    File /r "${FILES}"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Yiwen.lnk" "$INSTDIR\yiwen-app.exe"
    WriteRegStr HKCU "${APP_PATHS}\yiwen.exe" "" "$INSTDIR\yiwen.exe"
    WriteRegStr HKCU "${APP_PATHS}\yiwen-app.exe" "" "$INSTDIR\yiwen-app.exe"
    WriteRegStr HKCU "Software\Classes\Applications\yiwen-app.exe\shell\open\command" "" '"$INSTDIR\yiwen-app.exe" "%1"'
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Yiwen"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\yiwen-app.exe"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The authors of Yiwen"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    Call un.WaitUntilClosed
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\yiwen.exe"
    Delete "$INSTDIR\yiwen-app.exe"
    Delete "$INSTDIR\uninstall.exe"
    ; Only if nothing else is in it.
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Yiwen.lnk"
    DeleteRegKey HKCU "${APP_PATHS}\yiwen.exe"
    DeleteRegKey HKCU "${APP_PATHS}\yiwen-app.exe"
    DeleteRegKey HKCU "Software\Classes\Applications\yiwen-app.exe"
    DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
